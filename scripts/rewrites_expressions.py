"""rewrites_expressions -- rewrites of expressions: calls through pointers, identities, temporaries."""

KEEPING = []
