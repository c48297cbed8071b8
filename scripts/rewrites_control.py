"""rewrites_control -- rewrites of statements: branches, loops, outlined and inlined parts."""

KEEPING = []
