"""A small PDF document, written by hand so that no library is needed for it."""


def pdf_bytes(pages):
    """Return a document with one line of text on each of its pages."""
    kids = " ".join(f"{4 + 2 * position} 0 R" for position in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for position, text in enumerate(pages):
        content = f"BT /F1 12 Tf 40 300 Td ({text}) Tj ET"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents {5 + 2 * position} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>"
        )
        objects.append(f"<< /Length {len(content)} >>\nstream\n{content}\nendstream")
    data = b"%PDF-1.4\n"
    positions = []
    for number, body in enumerate(objects, 1):
        positions.append(len(data))
        data += f"{number} 0 obj\n{body}\nendobj\n".encode()
    table = "".join(f"{position:010} 00000 n \n" for position in positions)
    start = len(data)
    size = len(objects) + 1
    index = f"xref\n0 {size}\n0000000000 65535 f \n{table}"
    end = f"trailer << /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF"
    return data + (index + end).encode()
