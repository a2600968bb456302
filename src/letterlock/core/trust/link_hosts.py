"""Hosts that stand between a link and where it leads: redirectors, and the click counters of bulk mail."""

from letterlock.core.words import word_set

REDIRECTORS = {
    "google.com": ("/url", "/amp/"),
    "google.de": ("/url",),
    "google.co.uk": ("/url",),
    "googleadservices.com": ("/pagead/aclk",),
    "doubleclick.net": ("/",),
    "bing.com": ("/ck/",),
    "facebook.com": ("/l.php", "/flx/warn/"),
    "youtube.com": ("/redirect",),
    "linkedin.com": ("/redir/", "/safety/go"),
    "baidu.com": ("/link",),
    "yandex.ru": ("/clck/",),
}
"""Organisational domain to the paths under which it sends a visitor on to whatever the link says."""

COUNTERS = word_set(
    "list-manage.com mailchimp.com mailchimpapp.com sendgrid.net sparkpostmail.com mailgun.org mandrillapp.com"
    " createsend.com cmail19.com cmail20.com klaviyomail.com klclick.com hubspotlinks.com hubspotemail.net"
    " exacttarget.com sendinblue.com brevo.com sibforms.com constantcontact.com rs6.net aweber.com"
    " getresponse.com mailerlite.com mlsend.com mjt.lu mailjet.com customeriomail.com customer.io"
    " activehosted.com convertkit-mail.com beehiiv.com substack.com awstrack.me amazonses.com postmarkapp.com"
    " pstmrk.it emltrk.com iterable.com braze.com mktoweb.com mkt-email.com safelinks.protection.outlook.com"
    " urldefense.com urldefense.proofpoint.com mimecast.com mimecastprotect.com cleverreach.com rapidmail.de"
    " newsletter2go.com inxmail.com emarsys.net bounceexchange.com intercom-mail.com salesforce.com pardot.com"
    " eloqua.com responsys.net dotdigital-pages.com e-goi.com"
)
"""Domains that count clicks for senders or rewrite links for receivers: that they differ from a text says nothing."""

TARGET_PARAMETERS = word_set(
    "url u q target dest destination redirect redirect_uri redirect_url goto go to link next continue return"
    " returnurl r a adurl"
)
