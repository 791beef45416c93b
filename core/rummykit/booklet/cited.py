"""The rule ids of paragraphs: a paragraph has the id that a refusal cites when somebody breaks its rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from rummykit.booklet.model import Example, Paragraph
from rummykit.reasons import TABLE_CITATIONS, Citation


@dataclass(frozen=True)
class Cited:
    """The citations of a variant, from which its paragraphs take their ids.

    >>> from rummykit.reasons import Reason
    >>> Cited({Reason.CLAIM_LAP: Citation("MY-02")}).by(Reason.CLAIM_LAP, "Nobody claims in the first lap.").rule
    'MY-02'
    """

    citations: Mapping[Enum, Citation]

    def rule(self, reason: Enum) -> str:
        """Return the id of the rule behind a reason for a refusal."""
        citation = self.citations.get(reason) or TABLE_CITATIONS[reason]
        return citation.rule

    def by(self, reason: Enum, text: str, *examples: Example) -> Paragraph:
        """Return a paragraph about what is refused for *reason*."""
        return Paragraph(self.rule(reason), text, examples, reason=reason)
