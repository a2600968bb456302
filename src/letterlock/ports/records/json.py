"""Values that are stored as JSON."""

from collections.abc import Mapping
from typing import Any

Json = Mapping[str, Any]
