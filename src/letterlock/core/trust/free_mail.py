"""Free mail providers: domains under which anybody has an address, so that the domain says nothing of who it is."""

_LISTED = """
gmail.com googlemail.com outlook.com hotmail.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es live.com
live.co.uk live.fr live.de live.nl live.it msn.com outlook.de outlook.fr outlook.es outlook.it outlook.jp
yahoo.com yahoo.co.uk yahoo.de yahoo.fr yahoo.it yahoo.es yahoo.ca yahoo.co.jp yahoo.co.in yahoo.com.br
yahoo.com.au ymail.com rocketmail.com aol.com aim.com icloud.com me.com mac.com proton.me protonmail.com pm.me
tutanota.com tutanota.de tuta.io tuta.com gmx.com gmx.de gmx.net gmx.at gmx.ch web.de freenet.de t-online.de
mail.de posteo.de mailbox.org mail.com email.com usa.com zoho.com zohomail.com fastmail.com fastmail.fm hey.com
hushmail.com inbox.com yandex.com yandex.ru ya.ru mail.ru bk.ru inbox.ru list.ru rambler.ru qq.com 163.com 126.com
sina.com sohu.com foxmail.com naver.com daum.net hanmail.net rediffmail.com orange.fr wanadoo.fr free.fr sfr.fr
laposte.net neuf.fr libero.it virgilio.it tiscali.it alice.it tin.it uol.com.br bol.com.br terra.com.br ig.com.br
wp.pl o2.pl onet.pl interia.pl op.pl seznam.cz centrum.cz email.cz abv.bg ukr.net i.ua comcast.net verizon.net
att.net sbcglobal.net bellsouth.net cox.net charter.net btinternet.com virginmedia.com sky.com bigpond.com
optusnet.com.au shaw.ca rogers.com sympatico.ca ziggo.nl kpnmail.nl telenet.be skynet.be bluewin.ch aon.at
duck.com simplelogin.com relay.firefox.com privaterelay.appleid.com disroot.org riseup.net cock.li mailfence.com
"""
_DOMAINS = frozenset(_LISTED.split())


def is_free_mail(domain: str) -> bool:
    """Whether the domain, or the one it is below, gives addresses to anybody."""
    labels = domain.lower().split(".")
    return any(".".join(labels[at:]) in _DOMAINS for at in range(len(labels)))
