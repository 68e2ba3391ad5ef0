"""Employers by their trade, and what analysts do there: a bus operator counts pass holders, a dairy its orders."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from typing import Any

from wp42_pytest.authoring.amounts import shuffled


@dataclass(frozen=True)
class Trade:
    """What one trade's employers have in common.

    Attributes:
        employers: each with what it does, and its town.
        lines: about work with data, at least two for each employer; none speaks of dashboards.
        dashboards: about dashboards that were built.
    """

    employers: tuple[str, ...]
    lines: tuple[str, ...]
    dashboards: tuple[str, ...]


SERVICES = Trade(
    (
        "Tarifold Software Inc. (pricing software, SaaS), Montréal",
        "Rendevia Inc. (patient booking, SaaS), Montréal",
        "Bilanflow Inc. (invoicing, SaaS), Québec",
        "Helpwick Inc. (help-desk software, SaaS), Toronto",
        "Stocquary Inc. (inventory software, SaaS), Laval",
        "Paielune Inc. (payroll software, SaaS), Montréal",
        "Locaterra Inc. (property management software, SaaS), Ottawa",
        "Billetorne Inc. (ticketing, SaaS), Montréal",
        "Formadesk Inc. (training platform, SaaS), Gatineau",
    ),
    (
        "Measured which onboarding steps new customers skip.",
        "Built cohorts by sign-up month and followed them for two years.",
        "Wrote the queries behind the monthly churn and retention figures.",
        "Analysed support tickets by topic and traced the three costliest ones.",
        "Forecast renewals by plan together with the finance team.",
        "Documented in plain words every event that the product logs.",
        "Traced which features customers use before they move to a larger plan.",
        "Gave the account managers a list of at-risk customers every Friday.",
        "Counted active users in a way that sales and product both accept.",
        "Tested the new price list on two plans before the roll-out.",
        "Set up the tests that stop a load when rows are missing.",
        "Merged billing and usage records into one customer table.",
        "Trained six colleagues in sales to write their own simple queries.",
        "Moved the usage reports from the old data warehouse to the new one.",
        "Looked into why trial users of one industry seldom buy.",
        "Prepared the figures on recurring revenue for the board.",
        "Checked the nightly loads of usage data and chased the causes of missing rows.",
        "Found the customers whom billing and support knew under different names.",
    ),
    (
        "Designed and built six dashboards on customer health for the account managers.",
        "Built the dashboards on trials and sign-ups that the management opens every Monday.",
        "Built a dashboard of open tickets, used daily by the support team.",
        "Replaced twenty static usage reports by three dashboards of my own making.",
        "Built and maintained the dashboards that account managers show their customers.",
        "Built the dashboards on use by plan from which the product team works.",
        "Designed and built a dashboard of late payments for the accounts team.",
    ),
)
"""Employers that sell software as a service."""

OTHERS = (
    Trade(
        (
            "Bellefontaine Mutual Insurance (insurer), Lévis",
            "Assurances Corvelle (insurance broker), Montréal",
            "Mutuelle des Trois-Caps (car and home insurance), Montréal",
        ),
        (
            "Forecast policy renewals by region together with the finance team.",
            "Merged car and home policies into one record for each customer.",
            "Segmented policyholders by product for the renewal campaign.",
            "Looked into why policyholders of one region call twice as often.",
            "Wrote the queries for the yearly audit of the discounts.",
            "Matched policyholders whom two systems knew under different names.",
        ),
        (
            "Built the dashboards on lapsed and renewed policies that the management opens every Monday.",
            "Built a dashboard of open claims, used daily by thirty people.",
        ),
    ),
    Trade(
        ("Nordet Savings & Trust (bank), Québec",),
        (
            "Matched duplicate customer records and agreed the rules with the branches.",
            "Estimated the value of a customer by branch for the budget.",
            "Wrote the queries behind the monthly figures on closed accounts.",
        ),
        ("Replaced twenty static branch reports by three dashboards of my own making.",),
    ),
    Trade(
        (
            "Fibranord Telecom Inc. (regional internet provider), Rouyn-Noranda",
            "Télé-Boréal (cable television), Québec",
        ),
        (
            "Wrote the queries behind the monthly figures on cancelled contracts.",
            "Analysed calls for help by topic and traced the three costliest ones.",
            "Segmented households by package for the renewal campaign.",
            "Gave the call team every Friday a list of households that may cancel.",
            "Tested the price change of spring on two regions before the roll-out.",
        ),
        (
            "Built the dashboards on new and cancelled connections for the sales managers.",
            "Built a dashboard of open repairs, used daily by the field teams.",
        ),
    ),
    Trade(
        ("Énergie Brévaux (heating oil), Saint-Jérôme",),
        (
            "Forecast deliveries by region from the use of the last winters.",
            "Set up alerts for households that order less than usual.",
            "Found out why a fifth of the invoices went to old addresses.",
        ),
        ("Built a dashboard of open deliveries, used daily by the dispatchers.",),
    ),
    Trade(
        (
            "Coop Grand-Pic (outdoor shops), Québec",
            "Groupe Pharmélia (drugstores), Laval",
            "Librairies Paragrave (bookshops), Montréal",
            "Quincaillerie Montferrand (hardware stores), Terrebonne",
            "Boulangeries Ardoin (bakeries), Montréal",
            "Optique Claramont (opticians), Laval",
            "Jardins Solivert (garden centres), Boucherville",
            "Sports Grand-Duc (sports shops), Gatineau",
        ),
        (
            "Merged the loyalty file with the sales of the tills.",
            "Segmented loyalty members by season for the flyers.",
            "Counted first-time buyers in a way that survived the change of tills.",
            "Automated the weekly sales report by shop, which used to take a day.",
            "Compared what was planned with what was really sold, shop by shop.",
            "Tested the price change of spring in two shops before the roll-out.",
            "Matched duplicate loyalty cards and agreed the rules with the shops.",
            "Moved forty spreadsheets of customer lists into one clean customer table.",
            "Prepared the data for the yearly customer survey and its follow-up.",
            "Answered ad hoc questions of the shop managers, usually within a day.",
            "Measured how often gift cards bring in new customers.",
            "Found the articles that are often bought together, for the next flyer.",
            "Checked the nightly loads from the tills and chased the causes of missing rows.",
            "Cleaned ten years of purchases for the new till system.",
            "Prepared the figures for the quarterly meeting of the shop managers.",
            "Estimated what a loyalty member is worth, for the budget of the flyers.",
            "Kept the list of definitions on which head office and shops agree.",
        ),
        (
            "Built the dashboards that the shop managers open every Monday.",
            "Built and maintained the sales dashboards of four regions.",
            "Built a dashboard of loyalty sign-ups, used daily by thirty people.",
            "Replaced twenty static sales reports by three dashboards of my own making.",
        ),
    ),
    Trade(
        (
            "Laiterie Valbrune (dairy), Granby",
            "Meubles Harcelin (furniture maker), Victoriaville",
            "Brasserie du Fjord Inc. (brewery), Saguenay",
            "Vêtements Tillemont (clothing wholesale), Montréal",
            "Café Torréfonte (coffee roaster), Montréal",
        ),
        (
            "Set up alerts for retailers who order less than usual.",
            "Compared what was planned with what was really delivered, region by region.",
            "Cleaned ten years of order history for the new system.",
            "Answered ad hoc questions of the sales team, usually within a day.",
            "Segmented retailers by volume and season for the sales plan.",
            "Traced each figure of the yearly sales report back to its table.",
            "Merged the order files of two warehouses into one.",
            "Wrote the rules by which the sales team's call list is sorted each morning.",
            "Estimated the value of a retailer by channel for the budget.",
            "Took part in the move from the old data warehouse to the new one.",
        ),
        (
            "Built a dashboard of open orders, used daily by thirty people.",
            "Built the dashboards on orders by retailer for the regional sales managers.",
            "Replaced twenty static order reports by three dashboards of my own making.",
        ),
    ),
    Trade(
        ("Maison Orellane (cosmetics by mail order), Montréal", "Thés Camérisier (tea by mail order), Sherbrooke"),
        (
            "Followed first-time buyers by month and channel for two years.",
            "Tested two versions of the order page and reported what each of them sold.",
            "Merged catalogue and web customers into one table.",
            "Looked into why parcels of one region come back twice as often.",
        ),
        (
            "Built the dashboards on orders and returns that the management opens every Monday.",
            "Built a dashboard of late parcels, used daily by the customer service.",
        ),
    ),
    Trade(
        ("Transport Longueval (bus operator), Longueuil",),
        (
            "Counted pass holders by line and season for the timetable.",
            "Merged the files of the card readers with the sales of passes.",
            "Measured how many new pass holders renew after the first month.",
        ),
        ("Built the dashboards on ridership that the planners open every Monday.",),
    ),
)
"""Employers that sell no software."""


class Workplaces:
    """Employers that are given out one after the other, each with lines that nobody else has yet."""

    def __init__(self, rng: Any) -> None:
        self._lines = {trade: cycle(shuffled(rng, trade.lines)) for trade in (SERVICES, *OTHERS)}
        self._boards = {trade: cycle(shuffled(rng, trade.dashboards)) for trade in (SERVICES, *OTHERS)}
        self._services = cycle([(name, SERVICES) for name in shuffled(rng, SERVICES.employers)])
        self._others = cycle(shuffled(rng, [(name, trade) for trade in OTHERS for name in trade.employers]))

    def next_one(self, *, sells_service: bool, dashboards: bool) -> tuple[str, list[str]]:
        """Return an employer and two lines about the work there, and between them one about dashboards where they were built."""
        employer, trade = next(self._services if sells_service else self._others)
        return employer, list(self._written(trade, dashboards=dashboards))

    def _written(self, trade: Trade, *, dashboards: bool) -> Iterator[str]:
        yield next(self._lines[trade])
        if dashboards:
            yield next(self._boards[trade])
        yield next(self._lines[trade])
