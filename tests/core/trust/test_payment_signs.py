"""Mail that asks for money in the name of somebody known is recognised, and ordinary mail about payments is not."""

import pytest

from letterlock.core.trust.payment_signs import PAYMENT_SIGNS
from letterlock.core.trust.read import read
from letterlock.core.trust.sign import find, fold

ASKED = {
    "asks for gift cards and their codes": (
        "I need five Apple gift cards. Scratch them and send me the codes.",
        "Besorge bitte Geschenkkarten und schick mir Fotos davon.",
        "Achetez des cartes cadeaux et envoyez-moi les codes.",
    ),
    "says that bank details have changed": (
        "I have changed my bank. Please update my direct deposit.",
        "Please use our new IBAN for all invoices.",
        "Wir haben eine neue Bankverbindung.",
        "Nos coordonnées bancaires ont changé.",
        "Le comunicamos nuestra nueva cuenta bancaria.",
        "Il nostro nuovo IBAN è il seguente.",
        "Let op: wij hebben een nieuw rekeningnummer.",
        "Informujemy o zmianie: nowy numer konta.",
        "У нас новые банковские реквизиты.",
        "振込先口座の変更をお願いします。",
        "我们的银行账户已变更。",
    ),
    "asks for a payment in haste or in confidence": (
        "Make a wire transfer of $20,000 to the new vendor today.",
        "Bitte die Überweisung noch vertraulich behandeln, sofort.",
        "Merci de faire ce virement de 20 000 euros, c'est urgent.",
        "Necesito una transferencia de 20.000 euros, urgente.",
        "Сделайте перевод срочно.",
    ),
    "asks whether one is there for a task": (
        "Are you at your desk? I need you to handle something discreetly.",
        "I'm in a meeting and cannot talk, reply here.",
        "Sind Sie im Büro? Ich habe eine dringende Aufgabe, bitte vertraulich.",
    ),
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in ASKED.items() for text in texts])
def test_what_is_asked_for_is_named(name: str, text: str) -> None:
    assert name in {sign.name for sign in find(PAYMENT_SIGNS, fold(text))}


@pytest.mark.parametrize(
    "text",
    [
        "Your payment is due today. You can pay by bank transfer.",
        "Buy gift cards for the holidays, delivered by e-mail.",
        "Are you available on Tuesday for lunch?",
        "Payment received, thank you. Our bank details are below.",
        "The bank account of the association is managed by Ana.",
        "Ihre Zahlung ist eingegangen.",
        "Die Rechnung ist bis heute zu bezahlen.",
        "Votre virement a été reçu.",
    ],
)
def test_ordinary_mail_about_money_is_not(text: str) -> None:
    assert find(PAYMENT_SIGNS, fold(text)) == []


def phishing(text: str, sender: str = "jane@acme.example", *headers: str) -> float:
    lines = [f"From: Jane Doe <{sender}>", "To: kim@acme.example", "Subject: Hello", *headers, "", text]
    return read("\r\n".join(lines).encode()).classification.phishing


@pytest.mark.parametrize(
    ("text", "sender", "headers"),
    [
        ("I have changed my bank. Please update my direct deposit.", "jane.doe@gmail.com", ()),
        ("Please use our new IBAN for all invoices.", "jane@acme.example", ("Reply-To: jane@acrne.test",)),
        (
            "Are you at your desk? I need you to handle a task: make a wire transfer of $20,000 today.",
            "jane@acme.example",
            (),
        ),
    ],
)
def test_money_that_is_asked_for_from_elsewhere_is_phishing(text: str, sender: str, headers: tuple[str, ...]) -> None:
    assert phishing(text, sender, *headers) >= 0.5


@pytest.mark.parametrize("text", ["Please use our new IBAN for all invoices.", "Are you available on Tuesday, Kim?"])
def test_one_such_thing_from_an_address_of_the_company_is_not(text: str) -> None:
    assert phishing(text) < 0.5
