# SPDX-License-Identifier: MIT
"""What bench/eval is made of; docs/evaluation.md says what it measures.

manifest   what a corpus promises: the headers of its programs
modes      ways to run `scree check` that are compared
result     one run, and whether it keeps the promise
runner     runs programs within budgets
curves     how many were decided by which time
tables     figures from runs; nothing but arithmetic
plots      curves as SVG
output     Markdown, HTML, CSV, and marked sections of a document
counts     the gate on exact numbers of executions
command    the command line

Everything but runner, output and command is a function of its arguments.
"""
