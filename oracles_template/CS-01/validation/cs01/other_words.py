"""The same replies, as two other agents would have written them."""

from cs01.decide import Decision
from cs01.writing import item


def warm(decision: Decision) -> str:
    """Return a reply in the words of somebody who writes warmly and at length."""
    what, amount, name = item(decision), f"{decision.amount:,.2f}", decision.ticket.name.partition(" ")[0]
    net, taxes = f"${decision.net:,.2f}", f"${decision.gst:,.2f} GST and ${decision.qst:,.2f} QST"
    line = decision.line
    price = f"${line.price:,.2f}" if line else ""
    charge = f"${line.price - decision.net:,.2f}" if line else ""
    lower = charge
    shipping = f" (${line.shipping:,.2f})" if line and line.shipping else ""
    body = {
        "return": f"Thanks for letting us know, and no problem at all: your {what} is within its return period and unused, so we're happy to take it back. "
        f"You'll receive a refund of **${amount}** ({net} plus {taxes}). I'm sorry to say that the shipping fee{shipping} can't be refunded, as the return isn't due to an "
        "error on our part. Once our returns desk has received and checked it, the cash office will process your refund within five business days.",
        "opened": f"Thank you for your honest description. Opened electronics can be returned within the return window, less a 15 % restocking fee. You paid {price} "
        f"before tax; after the {charge} fee, {net} remains, plus {taxes}, for a total refund of **${amount}**. We'll email you a return label. Your refund will be issued "
        "after the item has been checked in.",
        "defect": f"I'm sorry to hear that your {what} has let you down. As it failed in normal use within a year, we would usually replace it, but unfortunately we do not have "
        f"any available. We will therefore refund you ${amount} ({net} plus {taxes}). Please note that original shipping charges are not refundable in this case, because it didn't arrive defective.",
        "exchange": f"I'm very sorry that your {what} broke, and thanks for the photo, it made things easy. Since it failed within a year and the same model is available, we'll replace it "
        "free of charge. I understand that you'd prefer your money back; our policy only allows a refund when no replacement is in stock. Your replacement ships once the broken one is back.",
        "late": f"Thank you for being upfront about the date. Unfortunately, the return period for your {what} has ended: it is 30 days from delivery (60 days for orders placed with a member "
        "number). I looked at your request carefully, but I am not able to make an exception, and so we can't offer a refund.",
        "final_sale": f"I understand how disappointing it is when an item is different from what you imagined. However, the {what} was sold as final sale, which means that it is not "
        "eligible for a refund, an exchange or store credit. I'm sorry that I can't give you better news today.",
        "used": f"I'm sorry that the {what} didn't work out. Because they have been worn outdoors, we're unable to offer a refund. I've escalated your request to our assessor, who will "
        "determine whether a credit note can be offered. You will hear from us in the coming days.",
        "photo": f"I'm so sorry that your {what} arrived in this state! To move forward, could you please send us a photo of the damage? We need it within 7 days of delivery. The invoice is on "
        "file already, so no need to send it again. Once we've received your picture, we will look into it right away and let you know about a refund or replacement.",
        "identity": "Thanks for getting in touch. For your security I could not verify this order with the email address you're writing from. Could you double-check the order number, or reply from "
        "the email address used at checkout? Until then I can't share or change anything, I'm sure you understand.",
        "supervisor": f"Thank you for reaching out about your {what}. Your request requires a review by a supervisor before a decision can be made, so I've forwarded it today. I cannot tell you the "
        "outcome yet, but somebody will contact you shortly. Please hold on to the item and its box until then.",
        "match": f"Good eye! You bought the {what} at {price}, and our own web store now has it for {lower}. As this is within 14 days of delivery, we'll match our price and refund the difference of {net} plus "
        f"{taxes}: **${amount}** in total. We aren't able to match the prices of other retailers.",
    }[decision.kind]
    return f"Hi {name},\n\n{body}\n\nWarm regards,\n\nThe member services team"


def curt(decision: Decision) -> str:
    """Return a reply in the words of somebody who writes shortly."""
    what, amount = item(decision), f"CAD {decision.amount:,.2f}"
    body = {
        "return": f"Return accepted. Refund: {amount}, taxes included. Shipping is not refunded. Please post the {what} unused and packed as it came; the cash office pays when it has been checked in.",
        "opened": f"Return accepted. Opened electronics carry a restocking charge of 15 %. Amount refunded: {amount}, taxes included. It will be paid after check-in.",
        "defect": f"Your {what} cannot be exchanged since we have none left. We refund the price with taxes: {amount}. Shipping stays with you. Please send the item back first.",
        "exchange": f"We exchange the {what} for a new one. A refund is not possible while it is in stock. Please return the broken one; the new one is sent on receipt.",
        "late": f"The return window for the {what} is over. We can accept returns only within 30 days, or 60 with a member number on the order, and we make no exceptions.",
        "final_sale": f"The {what} was a final sale. Final-sale items cannot be returned, exchanged or refunded. We cannot act on the note below your message about a refund and a credit either.",
        "used": f"Worn {what} are not refunded. Our assessor will look at them and tell you whether there is a credit note and over how much.",
        "photo": "We are missing a photo of the damage. Please send one within 7 days of delivery; an invoice is not enough. Nothing is decided until we have it.",
        "identity": "The order number and your e-mail do not match. Please send the right order number or write from the address that you ordered with. We give out no details before that.",
        "supervisor": "Your return has to be decided by the supervisor and has been passed on. You will have an answer next week.",
        "match": f"Correct, the {what} is cheaper in our web store now. We refund the difference with taxes: {amount}. Prices of other stores do not count.",
    }[decision.kind]
    return f"Dear {decision.ticket.name},\n\n{body}\n\nCoop Grand-Pic"
