"""Files as tests give them to tools, and as they come and go in messages."""

import base64


def coded(content):
    return base64.b64encode(content).decode()


def item(content=b"hello", **more):
    return {"content": coded(content), "filename": "a.txt", **more}


def files(message):
    """Name, type and bytes of each file, as Python reads it."""
    return [
        (part.get_filename(), part.get_content_type(), part.get_payload(decode=True))
        for part in message.walk()
        if part.get_filename()
    ]


def file_mail(content, name, kind, subject="Report"):
    head = (
        f"From: Ana <ana@b.example>\r\nTo: welcome@agents.example\r\nSubject: {subject}\r\nMessage-ID: <{name}@b.example>\r\n"
        "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHere it is.\r\n--b\r\n"
        f'Content-Type: {kind}; name="{name}"\r\nContent-Disposition: attachment; filename="{name}"\r\n'
        "Content-Transfer-Encoding: base64\r\n\r\n"
    )
    return head.encode() + base64.encodebytes(content).replace(b"\n", b"\r\n") + b"--b--\r\n"
