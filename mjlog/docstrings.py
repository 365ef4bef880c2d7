"""What the source says of fields: the docstring under each."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from types import MappingProxyType, ModuleType


@cache
def field_docs(module: ModuleType) -> Mapping[str, Mapping[str, str]]:
    """The docstrings under the fields of every class of `module`, on one line each.

    Returns:
        Docstring by field, by name of the class.
    """
    classes = [node for node in ast.parse(inspect.getsource(module)).body if isinstance(node, ast.ClassDef)]
    return MappingProxyType({node.name: MappingProxyType(_docs(node)) for node in classes})


def _docs(node: ast.ClassDef) -> dict[str, str]:
    docs: dict[str, str] = {}
    for member, below in pairwise(node.body):
        match member, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                docs[name] = " ".join(text.split())
    return docs
