"""Not BenchExec: see ../README.md."""
