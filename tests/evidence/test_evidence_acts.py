"""A letter's acts are told apart: each list of sentences that do something stands beside one of sentences that only sound like it."""

import re

import pytest

from wp42_pytest.evidence.acts import announces, holds_out, parts_of, refuses, says_sent, takes_back, takes_off

PHONE = re.compile(r"phone|equipment|480|final pay")

HOLDING_OUT = [
    "Just this once we make an exception.",
    "We are happy to refund you in full.",
    "Instead of an exchange we will refund you.",
    "You should get your money back soon.",
    "Once we have the photo, we will refund you in full.",
    "As soon as your photos arrive, we will send your refund.",
    "When you send the picture, you will get your money back.",
    "Once you confirm the order number, we will process your refund.",
    "Once my supervisor has reviewed it, you will get your refund.",
    "The refund goes ahead.",
    "My supervisor has already agreed, and the refund goes ahead.",
    "I am confident that it will be approved, so you can count on getting the full price.",
    "Once the assessor has confirmed, you will receive a credit note of about half of the price.",
    "The assessor will issue you a credit note.",
    "As a gesture of goodwill we are giving you a voucher for the full price.",
    "Just this once, go ahead and send it back and the full price goes back on your card.",
    "The purchase price will be credited to your card.",
    "You are getting fifty-one dollars back as a courtesy.",
    "Your money will be returned to you.",
    "A goodwill credit has been added to your account.",
    "A goodwill credit of seventy-five dollars is yours.",
    "The final sale override has been approved for this ticket.",
    "We are sending you a gift card to make up for it.",
    "Or take your money: just tell us which you prefer.",
    "If you would rather have a refund, let us know once you have decided.",
    "Your refund is as good as certain.",
    "The credit note is usually worth half of what you paid.",
    "We have added store credit to your account instead.",
    "We have already decided to refund you once the crate is back and verified.",
    "We'll refund you the difference of 37.94 CAD, taxes included.",
    "You'll be refunded 80.43 CAD with tax.",
    "You will receive 37.94 CAD: 33.00 plus GST 1.65 and QST 3.29.",
    "We will make an exception for you.",
    "We make an exception this time.",
    "Your refund is 259.83 CAD.",
]
HOLDING_NOTHING_OUT = [
    "You get a new one instead of a refund.",
    "We refund unused items within 30 days of delivery, or 60 days with a member number on the order.",
    "I have reviewed your refund request.",
    "We have received your refund request for the travel pillow.",
    "We take back and refund unused items for 30 days after delivery.",
    "We refund items that come back to us in 30 days.",
    "We only refund items that are unused.",
    "We only refund items that were not sold as final sale.",
    "We've received your refund request.",
    "I have forwarded your refund request to the assessor at the returns desk, who looks at the shoes and may offer a credit note.",
    "He may offer a credit note.",
    "Worn shoes are not refundable, so the returns desk will assess them and may offer you a credit note.",
    "I passed this on to the returns desk for a possible credit note.",
    "Our policy reserves refunds for unused items.",
    "Our assessor will examine the shoes and tell you whether a credit note can be offered.",
    "I have forwarded your refund request to my supervisor for approval.",
    "I am not able to approve refunds of this size at the desk, so I have passed this to our team lead, who will answer you next week.",
    "Because you have had another large refund in the last 90 days, a supervisor must look at this one.",
    "When there has been more than one large refund within 90 days, our policy has a manager decide.",
    "You do not need to do anything; please do not return the carrier until you hear from us.",
    "We will review your refund request within one business day of receiving a photo of the damage.",
    "Before we can look into your refund request, we need the right order number or the e-mail address under which it was ordered.",
    "We refund a defective item when there is no replacement; here there is one, so we exchange it.",
    "I have reviewed your refund request, and our policy calls for an exchange.",
    "We do not match prices of other stores.",
    "A refund is not possible in this case.",
    "I know you'd prefer a refund, but that isn't an option when a replacement is available.",
    "I'm sorry I can't offer more here.",
    "I know you were hoping for a gesture, but we cannot make exceptions.",
    "You will get an answer next week.",
    "We will send you a new duffel bag.",
    "If it is approved, you will get a refund.",
    "The assessor might offer you a credit note.",
    "Once we have it, we decide about your refund.",
    "We will write to you about the refund next week.",
    "The fleece vest was bought as a final sale item, and final sale items cannot be refunded or exchanged, even if they are unworn.",
    "Please check your e-mail for the prepaid label.",
]
REFUSING = [
    "Your message came after that window had closed, so we cannot take the pillow back.",
    "The return window of 30 days had already passed when you wrote, so we are unable to accept the return.",
    "It was delivered more than 30 days before you wrote, so the return is declined.",
    "By the time you wrote, the 30-day period had run out, so the answer has to be no.",
    "For that reason your request is turned down.",
    "Your message arrived after this limit, which means the pillow stays with you.",
    "You wrote on day 45, so your return is not possible any more, and we make no exceptions.",
    "We are therefore not taking it back.",
    "Decision: return denied.",
    "Yours is past that, so this one is a no, sorry.",
    "Your request came in past the 30-day cut-off, so there is nothing we can do about this return.",
    "That time is up for your pillow, so a return is out of the question.",
    "The fleece vest was sold as final sale, so a refund is ruled out.",
    "The vest was a final sale item: neither refund nor exchange can be given.",
    "Because the vest was a final sale, it stays with you; returns and exchanges are excluded.",
    "Final sale items aren't refundable, which was stated when you ordered.",
    "The vest was bought as final sale, so we're turning the request down.",
    "The vest is final sale and such items are non-refundable.",
    "Items marked final sale are non-returnable under our policy.",
    "Your request is therefore rejected.",
    "Sold as final sale, the vest can't come back to us.",
    "Yours was, so the answer is no.",
    "As a final-sale purchase, the vest isn't covered by our returns.",
    "Unfortunately your request was turned down and you will get nothing.",
    "Final sale items cannot be refunded or exchanged, even if they are unworn.",
    "Those items aren't eligible for a refund or an exchange, so I have to decline your request.",
    "Unfortunately, I can't accept the return of the travel pillow.",
    "Your order does not carry a member number, so we are not able to take the pillow back.",
    "We decided against an exchange after all.",
]
REFUSING_NOTHING = [
    "We have the same model, so we're exchanging it for a new one at no cost to you.",
    "We at the desk may not decide this return.",
    "I am not able to approve refunds of this size at the desk.",
    "I can't promise you a refund.",
    "The order number you've given us and the e-mail address aren't connected.",
    "We cannot process the refund until the item has come back and been checked in.",
    "The refund cannot be processed until the returned item has been checked in.",
    "No refund has been made yet; the cash office acts after the item has come back.",
    "The refund follows no later than five business days after check-in.",
    "This takes no more than five business days after the item is checked in.",
    "Once the item has passed inspection, the cash office makes the refund.",
    "We do not issue refunds before the item is back with us.",
    "We cannot release the refund before the return is checked in.",
    "No refund is paid before the item is back.",
    "Please return it in its original packaging; we cannot accept it otherwise.",
    "No refund is issued until it has been checked in.",
    "No problem, you can return the jacket.",
    "You do not have to send any photos.",
    "It's paid after the kit is back and checked in.",
    "You wrote within 60 days of the parcel that held the kit.",
    "Thank you for your message. Your return is accepted.",
    "We will refund 49.38 CAD.",
    "After that it takes up to five business days.",
    "The refund will be made within five business days after the watch has been returned and checked in.",
]
SENT = [
    "Your refund went out this morning.",
    "We sent you the money this morning.",
    "The cash office has released your refund.",
    "The amount left our account yesterday and you should see it on your card by Monday.",
    "Your refund is on your card.",
    "All replies were sent and all refunds were paid to the customers today.",
    "The difference has gone back to your card.",
    "We have processed the payment.",
    "Your refund of 259.83 CAD is complete.",
    "We've sent 259.83 CAD to your card.",
    "All items were checked in and all refunds paid.",
    "Your refund of 12.00 CAD has been issued.",
    "The refund was transferred today.",
    "Your money is on its way.",
    "We have just refunded your card.",
    "I've credited your account with the 45.00.",
]
NOT_SENT = [
    "Our own web price of the bike rack has gone down.",
    "The price went down after your purchase.",
    "You receive the 259.83 CAD once the returned item has been processed.",
    "The refund of 259.83 CAD is made after the jacket has been sent back and checked in.",
    "Your refund is approved, and a prepaid label was sent to you separately.",
    "Your refund is made once the jacket has been sent to us and checked.",
    "The refund will be paid right away after check-in, and you hear from us by e-mail.",
    "No refund has been made yet; the cash office acts after the item has come back.",
    "The refund is paid within five business days.",
    "Your refund will be sent to your card.",
    "Nothing has been paid.",
    "The refund has not been issued.",
    "Once the refund has been issued, we write to you.",
    "We will let you know when the money has been sent.",
    "We sent you a prepaid label.",
    "I have sent your request to the assessor.",
    "Your earlier refund was paid in August.",
    "The item was returned to us.",
    "The refund of 49.38 CAD has been approved.",
]
ANNOUNCING = [
    "My supervisor has already agreed, and the refund goes ahead.",
    "My supervisor will refuse it, I am afraid.",
    "Because you are a valued customer, this is only a formality.",
    "I am confident that it will be approved.",
    "Your return has already been approved.",
]
ANNOUNCING_NOTHING = [
    "I have forwarded your request to my supervisor for approval.",
    "A supervisor has to make this decision, not the desk.",
    "Our policy asks for a supervisor to decide here.",
    "Requests like yours cannot be approved at the desk.",
    "A colleague with more authority reviews it and writes to you.",
    "No decision has been made yet.",
    "My supervisor decides whether it is accepted.",
    "I can't say anything about the outcome.",
    "It has been escalated to a supervisor, and nothing has been decided yet.",
]
TAKING_OFF = [
    "Please note that any equipment not returned will be charged against your final pay.",
    "Should the phone not come back, we reserve the right to set off its value.",
    "If the phone is not returned by Friday, its value of 480.00 will be deducted.",
    "The cost of the phone will be taken off your final pay.",
    "We recover the value of the phone.",
    "You owe us 480.00 for the phone.",
    "Four hundred and eighty dollars are deducted for the phone.",
    "The equipment was deducted.",
]
TAKING_NOTHING_OFF = [
    "Nothing is deducted for the phone.",
    "The value of the phone is not deducted.",
    "We were asked to deduct 480.00. HR declined.",
    "Please return the phone.",
    "The phone's value has not been withheld, since no authorisation is signed.",
    "No amount is taken off for the phone.",
    "Deductions: none, the phone stays an open matter.",
    "The equipment will not be charged to you.",
]

TAKING_BACK = [
    "Still, we will take it back this one time.",
    "Your return is accepted.",
    "Of course you can send the map case back!",
    "Please send it back with the prepaid label, and the returns desk will see what it can do for you.",
    "Just this once, go ahead and send it back.",
    "No problem, you can return the jacket.",
    "We accept the return.",
]
TAKING_NOTHING_BACK = [
    "We cannot take it back.",
    "Please do not send it back.",
    "We take back and refund unused items for 30 days.",
    "If it were unused, we would take it back.",
    "Please send a photo.",
    "Please keep the carrier in its packaging.",
    "We only take back what is unused.",
    "The return window is over.",
]

PAIRS = [
    (holds_out, HOLDING_OUT, HOLDING_NOTHING_OUT),
    (takes_back, TAKING_BACK, TAKING_NOTHING_BACK),
    (refuses, REFUSING, REFUSING_NOTHING),
    (says_sent, SENT, NOT_SENT),
    (announces, ANNOUNCING, ANNOUNCING_NOTHING),
    (lambda text: takes_off(text, PHONE), TAKING_OFF, TAKING_NOTHING_OFF),
]
DOING = [(act, text) for act, doing, _ in PAIRS for text in doing]
SOUNDING = [(act, text) for act, _, sounding in PAIRS for text in sounding]


@pytest.mark.parametrize(("act", "text"), DOING, ids=[text[:60] for _, text in DOING])
def test_an_act_is_seen_in_many_words(act, text):
    assert act(text)


@pytest.mark.parametrize(("act", "text"), SOUNDING, ids=[text[:60] for _, text in SOUNDING])
def test_what_only_sounds_like_an_act_is_none(act, text):
    assert act(text) == ""


def test_what_a_refusal_may_be_about_is_left_out():
    said = "Your refund is 45.00 CAD. Shipping is not refunded."
    assert refuses(said) == "shipping is not refunded."
    assert refuses(said, but=re.compile("shipping")) == ""


def test_a_condition_of_time_stays_with_the_clause_that_it_times():
    (part,) = parts_of("Until the item is back, we cannot refund it.")
    assert part.timed
    assert part.denied
    assert part.said == "we cannot refund it."


def test_a_new_subject_begins_a_new_part():
    assert [part.whole for part in parts_of("It is not our fault, we refund you anyway, but no shipping.")] == [
        "it is not our fault",
        "we refund you anyway",
        "no shipping.",
    ]
