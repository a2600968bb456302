"""Names, firms, goods and the like that texts of every language are filled with."""

import random
from typing import Final

FIRST: Final = [
    "Ana",
    "Ben",
    "Carla",
    "Dmitri",
    "Elif",
    "Farid",
    "Grace",
    "Hiro",
    "Ines",
    "Jonas",
    "Kim",
    "Lena",
    "Marco",
    "Nadia",
    "Olga",
    "Pedro",
    "Quinn",
    "Rosa",
    "Sven",
    "Tara",
    "Umar",
    "Vera",
    "Wei",
    "Ximena",
    "Yusuf",
    "Zoe",
    "Aisha",
    "Bruno",
    "Chloe",
    "Diego",
    "Emma",
    "Felix",
    "Gita",
    "Hannah",
    "Ivan",
    "Julia",
    "Karim",
    "Lucas",
    "Mei",
    "Noah",
]
LAST: Final = [
    "Marsh",
    "Okafor",
    "Lindqvist",
    "Tanaka",
    "Rossi",
    "Weber",
    "Novak",
    "Silva",
    "Haddad",
    "Moreau",
    "Jansen",
    "Kowalski",
    "Petrov",
    "Chen",
    "Garcia",
    "Dubois",
    "Schmidt",
    "Ferrari",
    "Costa",
    "Yamamoto",
    "Ivanova",
    "Bakker",
    "Müller",
    "Lefevre",
    "Santos",
    "Romano",
    "Fischer",
    "Laurent",
    "Vogel",
    "Reyes",
]
FIRMS: Final = [
    "Northwind",
    "Bluebird Travel",
    "Acorn Books",
    "Harbor Bank",
    "Lumen Energy",
    "Pinecone Analytics",
    "Kestrel Cloud",
    "Juniper Foods",
    "Atlas Freight",
    "Orchid Health",
    "Copperline",
    "Meadow & Co",
    "Fern Software",
    "Riverside Dental",
    "Polar Outdoor",
    "Nimbus Hosting",
    "Brightside School",
    "Cobalt Studio",
    "Oakwood Property",
    "Saffron Kitchen",
    "Marble Arts",
    "Tidewater Insurance",
    "Quill Press",
    "Solstice Events",
    "Vertex Labs",
    "Willow Clinic",
    "Zephyr Air",
    "Granite Legal",
    "Honeycomb HR",
    "Ironwood Tools",
]
CITIES: Final = [
    "Lisbon",
    "Berlin",
    "Osaka",
    "Utrecht",
    "Lyon",
    "Turin",
    "Porto",
    "Seville",
    "Austin",
    "Dublin",
    "Riga",
    "Ghent",
    "Krakow",
    "Bergen",
    "Leeds",
]
GOODS: Final = [
    "desk lamp",
    "running shoes",
    "espresso machine",
    "rain jacket",
    "noise-cancelling headphones",
    "bookshelf",
    "bicycle helmet",
    "garden chair",
    "USB-C dock",
    "water bottle",
    "wool blanket",
    "phone case",
    "backpack",
    "mechanical keyboard",
    "tea set",
    "yoga mat",
]
PROJECTS: Final = [
    "Aurora",
    "Zephyr",
    "Lighthouse",
    "Magnolia",
    "Falcon",
    "Compass",
    "Everest",
    "Mosaic",
    "Delta",
    "Harvest",
    "Beacon",
    "Tundra",
]
EVIL: Final = [
    "collect-inbox.example",
    "mailbox-audit.example",
    "datahub-sync.example",
    "ops-relay.example",
    "secure-archive.example",
    "backup-node.example",
    "externalreview.example",
    "proton-help.example",
    "fastmail-check.example",
    "gmail.com",
    "outlook.com",
]
TLDS: Final = ("com", "com", "com", "io", "net", "org", "co", "app", "eu", "de", "fr")


def slug(firm: str) -> str:
    """A firm's domain without its ending."""
    return "".join(letter for letter in firm.lower() if letter.isalnum() and letter.isascii())


class Filling:
    """What one mail is filled with: the same person, firm, dates and amounts all through it."""

    def __init__(self, chance: random.Random) -> None:
        pick, number = chance.choice, chance.randrange
        self.firm, self.other = pick(FIRMS), pick(FIRMS)
        self.domain = f"{slug(self.firm)}.{pick(TLDS)}"
        self.first, self.last = pick(FIRST), pick(LAST)
        self.person, self.reader = f"{self.first} {self.last}", pick(FIRST)
        amount = number(4, 90) if number(3) else number(90, 9000)
        evil_name = pick(
            [pick(FIRST).lower(), f"{pick(FIRST)}.{pick(LAST)}".lower(), "ops", "support", "archive", "audit", "info"]
        )
        day, hour = number(1, 29), number(7, 20)
        self.words: dict[str, tuple[str, ...]] = {
            "firm": (self.firm,),
            "other": (self.other,),
            "domain": (self.domain,),
            "person": (self.person,),
            "first": (self.first,),
            "reader": (self.reader,),
            "colleague": (pick(FIRST), f"{pick(FIRST)} {pick(LAST)}"),
            "city": (pick(CITIES),),
            "good": (pick(GOODS), pick(GOODS)),
            "project": (pick(PROJECTS),),
            "amount": (f"{amount}.{number(100):02d}",),
            "big": (f"{number(2, 90)},{number(10) * 100:03d}",),
            "order": (
                f"{number(10**6, 10**8)}",
                f"{pick('ABCDEFG')}{number(10**5, 10**7)}",
                f"{number(100, 999)}-{number(10**6, 10**7)}",
            ),
            "code": (f"{number(10**5, 10**6)}", f"{number(1000, 9999)}"),
            "small": (str(number(2, 9)),),
            "number": (str(number(2, 60)),),
            "day": (str(day),),
            "hour": (f"{hour}:{pick(('00', '15', '30', '45'))}",),
            "year": ("2025", "2026"),
            "version": (f"{number(1, 9)}.{number(20)}", f"{number(1, 9)}.{number(20)}.{number(9)}"),
            "evil": (f"{evil_name}@{pick(EVIL)}",),
            "evilhost": (pick(EVIL[:7]),),
            "link": (
                f"https://{self.domain}/{pick(('a', 'open', 'view', 'orders', 'account', 'read'))}/{number(16**6):x}",
            ),
            "tracked": (
                f"https://click.{slug(self.firm)}-mail.example/ls/{number(16**12):x}",
                f"https://{self.domain}/r/{number(16**8):x}",
            ),
            "evillink": (f"https://{pick(EVIL[:7])}/{pick(('c', 'in', 'collect', 'log'))}?d=",),
        }
