"""How well mail is read and judged, on public data and on mail written for it, beside what others reach."""
