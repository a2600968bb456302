"""Well-known sending domains: services whose enforced DMARC policy makes their mail theirs from the first message on.

Left out on purpose: banks and payment services (their names are what phishing borrows, and a person should list the one
they use), free mail providers, and services whose customers write the text under the service's own domain (mailing
platforms, help desks, signing and invoicing services).
"""

_LISTED = """
# development and operations
github.com gitlab.com bitbucket.org atlassian.com jetbrains.com docker.com npmjs.com pypi.org python.org
rust-lang.org cloudflare.com digitalocean.com hetzner.com linode.com vultr.com ovhcloud.com fly.io heroku.com
netlify.com vercel.com circleci.com datadoghq.com sentry.io newrelic.com pagerduty.com grafana.com elastic.co
mongodb.com redis.com databricks.com snowflake.com hashicorp.com postman.com figma.com letsencrypt.org
digicert.com mozilla.org apache.org debian.org ubuntu.com canonical.com redhat.com suse.com kernel.org
openai.com anthropic.com huggingface.co stackoverflow.com hackerone.com
# large technology companies
google.com youtube.com apple.com microsoft.com amazon.com amazon.co.uk amazon.de amazon.fr amazon.it amazon.es
amazon.ca amazon.co.jp amazon.in amazon.com.br amazon.com.au adobe.com ibm.com oracle.com sap.com cisco.com
intel.com nvidia.com amd.com dell.com hp.com lenovo.com samsung.com sony.com meta.com facebookmail.com
instagram.com
# identity, security and registrars
okta.com auth0.com 1password.com bitwarden.com lastpass.com dashlane.com yubico.com proton.me namecheap.com
godaddy.com gandi.net porkbun.com
# work and communication
slack.com zoom.us notion.so asana.com monday.com trello.com linear.app miro.com airtable.com loom.com
canva.com grammarly.com evernote.com todoist.com basecamp.com dropbox.com box.com linkedin.com indeed.com
glassdoor.com workday.com calendly.com discord.com telegram.org signal.org whatsapp.com
# shops and deliveries
ebay.com ebay.co.uk ebay.de etsy.com walmart.com target.com bestbuy.com costco.com ikea.com homedepot.com
zalando.com otto.de mediamarkt.de allegro.pl rakuten.co.jp mercadolibre.com flipkart.com aliexpress.com
asos.com nike.com adidas.com lego.com dhl.com dhl.de fedex.com ups.com usps.com royalmail.com dpd.com
doordash.com instacart.com deliveroo.co.uk hellofresh.com
# travel
booking.com airbnb.com expedia.com tripadvisor.com hotels.com kayak.com skyscanner.net uber.com lyft.com
bolt.eu delta.com united.com aa.com southwest.com jetblue.com britishairways.com lufthansa.com airfrance.fr
klm.com ryanair.com easyjet.com emirates.com qatarairways.com singaporeair.com qantas.com aircanada.com
ana.co.jp jal.com amtrak.com bahn.de sncf.com trainline.com marriott.com hilton.com hyatt.com ihg.com
accor.com
# media, learning and leisure
netflix.com spotify.com disneyplus.com hbomax.com twitch.tv steampowered.com epicgames.com playstation.com
nintendo.com reddit.com pinterest.com x.com nytimes.com wsj.com washingtonpost.com theguardian.com ft.com
economist.com bbc.co.uk bloomberg.com coursera.org udemy.com edx.org duolingo.com khanacademy.org
goodreads.com audible.com strava.com fitbit.com garmin.com wikipedia.org wikimedia.org arxiv.org doi.org
orcid.org
"""

DOMAINS = frozenset(domain for line in _LISTED.splitlines() if not line.startswith("#") for domain in line.split())


def is_well_known(domain: str) -> bool:
    """Whether `domain` (lower case, A-labels) is on the list or below a domain that is."""
    labels = domain.split(".")[-8:]
    return any(".".join(labels[start:]) in DOMAINS for start in range(len(labels) - 1))
