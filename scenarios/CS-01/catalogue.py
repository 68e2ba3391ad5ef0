"""What Coop Grand-Pic sells, as far as this queue needs it. Names and makes are invented."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Item:
    """One item of the range.

    Attributes:
        sku: its number.
        name: as the exports call it.
        noun: as a customer calls it.
        category: of the exports.
        low: lowest list price in dollars.
        high: highest list price.
        trouble: what breaks, what a rough transport does to it, or why somebody does not keep it.
    """

    sku: str
    name: str
    noun: str
    category: str
    low: int
    high: int
    trouble: str = ""


# sku | name | noun | category | lowest and highest price | what goes wrong, or is wrong with it for somebody
_RANGE = """
mind
GP1104 | Rain jacket Boréa 3L | rain jacket | Clothing | 179 | 290
GP1107 | Down jacket Cirque | down jacket | Clothing | 185 | 295
GP1112 | Ski jacket Névé | ski jacket | Clothing | 199 | 299
GP1115 | Softshell jacket Torrent | softshell jacket | Clothing | 178 | 240
electronics
GP2203 | Headlamp Luciole 900 | headlamp | Electronics | 219 | 275
GP2207 | GPS watch Azimut 2 | GPS watch | Electronics | 249 | 420
GP2210 | Satellite messenger Écho | satellite messenger | Electronics | 285 | 430
GP2214 | Action camera Faucon | action camera | Electronics | 239 | 390
used
GP3301 | Hiking boots Cairn Mid | hiking boots | Footwear | 149 | 260
GP3304 | Trail shoes Sentier 5 | trail shoes | Footwear | 129 | 199
GP3308 | Approach shoes Dalle | approach shoes | Footwear | 139 | 210
GP3312 | Winter boots Givre | winter boots | Footwear | 159 | 249
in_stock
GP4402 | Tent Belvédère 3 | tent | Camping | 289 | 480 | one of the poles snapped at the joint when we put it up
GP4406 | Duffel bag Portage 70 | duffel bag | Bags | 89 | 160 | the main zip came apart and the slider is gone
GP4409 | Camp chair Relais | camp chair | Camping | 65 | 130 | the frame cracked at the weld
GP4413 | Day pack Bivouac 28 | day pack | Bags | 99 | 180 | the buckle of the hip belt broke on the first steep bit
no_stock
GP5501 | Camp stove Braise 2 | camp stove | Cooking | 54 | 119 | the igniter gave out and nothing lights any more
GP5505 | Water filter Source | water filter | Cooking | 49 | 98 | the pump handle cracked right through
GP5508 | Floor pump Souffle | floor pump | Cycling | 45 | 89 | the piston jams and it holds no pressure
GP5512 | Coffee press Refuge | coffee press | Cooking | 42 | 79 | the plunger came off its rod
two_parcels
GP6602 | Insulated bottle Gélinotte | insulated bottle | Accessories | 36 | 64
GP6605 | Dry bag Rapide | dry bag | Accessories | 38 | 72
GP6609 | Bear bell kit Clochette | bear bell kit | Accessories | 35 | 58
GP6611 | Map case Portolan | map case | Accessories | 35 | 66
late
GP7703 | Sleeping mat Mousse R4 | sleeping mat | Camping | 69 | 149
GP7706 | Hammock Balançoire | hammock | Camping | 64 | 129
GP7709 | Travel pillow Nuage | travel pillow | Camping | 62 | 88
GP7712 | Camp blanket Tuque | camp blanket | Camping | 66 | 139
damaged
GP8801 | Backpack Expédition 65 | backpack | Bags | 219 | 345 | one shoulder strap is torn off and the fabric is cut
GP8804 | Cool box Toundra 30 | cool box | Camping | 129 | 259 | the lid is cracked from one side to the other
GP8807 | Storage crate Soute | storage crate | Camping | 79 | 139 | two of its corners are smashed in
GP8810 | Toboggan Traîneau | toboggan | Winter | 89 | 169 | the front is split open
cheaper
GP9902 | Sleeping bag Équinoxe | sleeping bag | Camping | 169 | 320
GP9905 | Climbing helmet Corniche | climbing helmet | Climbing | 109 | 179
GP9908 | Bike rack Remorque | bike rack | Cycling | 189 | 330
GP9911 | Snow shovel Congère | snow shovel | Winter | 99 | 149
final_sale
GP1202 | Fleece vest Lichen | fleece vest | Clothing | 59 | 119
GP1205 | Wool sweater Tourbière | wool sweater | Clothing | 79 | 149
GP1209 | Bike jersey Relance | bike jersey | Clothing | 55 | 99
GP1213 | Linen shirt Estran | linen shirt | Clothing | 58 | 95
stranger
GP1302 | Climbing harness Arête | harness | Climbing | 89 | 160
GP1305 | Kayak paddle Estuaire | paddle | Paddling | 119 | 240
GP1309 | Snowshoes Poudreuse | snowshoes | Winter | 149 | 270
GP1312 | Binoculars Harfang | binoculars | Optics | 159 | 290
second
GP1404 | Family tent Pavillon 6 | family tent | Camping | 329 | 460 | it is larger than the sites that we usually book
GP1407 | Bike trailer Convoi | bike trailer | Cycling | 289 | 450 | it does not go through the door of our shed
GP1410 | Inflatable kayak Anse | inflatable kayak | Paddling | 349 | 480 | it is heavier than I can carry down to the water
GP1413 | Child carrier Marmotte | child carrier | Bags | 259 | 380 | our daughter is already too tall for it
other
GP1503 | Wool socks Mérinos, 2 pairs | wool socks | Clothing | 24 | 42
GP1506 | Gloves Frimas | gloves | Clothing | 34 | 79
GP1509 | Cap Soleil | cap | Clothing | 22 | 38
GP1512 | Rope Verticale 60 m | rope | Climbing | 149 | 229
GP1515 | Mug Quart | mug | Cooking | 14 | 24
GP1518 | Sunscreen Altitude | sunscreen | Care | 12 | 22
GP1521 | Repair kit Rustine | repair kit | Cycling | 16 | 29
GP1524 | Gaiters Rosée | gaiters | Clothing | 44 | 89
GP1527 | Gift card | gift card | Gift cards | 50 | 50
"""


def _read() -> dict[str, tuple[Item, ...]]:
    found: dict[str, list[Item]] = {}
    role = ""
    for line in _RANGE.strip().splitlines():
        if "|" not in line:
            role = line
            continue
        sku, name, noun, category, low, high, *trouble = line.split(" | ")
        found.setdefault(role, []).append(Item(sku, name, noun, category, int(low), int(high), *trouble))
    return {role: tuple(items) for role, items in found.items()}


BY_ROLE = _read()
"""The items that each kind of ticket may be about; `other` holds what only fills orders."""

ITEMS = tuple(sorted((item for items in BY_ROLE.values() for item in items), key=lambda item: item.sku))

GIFT_CARD = next(item for item in ITEMS if item.category == "Gift cards")
