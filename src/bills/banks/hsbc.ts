/** 汇丰香港: CSV with the day first, and one account for each currency. */
import { bankFormat } from "./bank.ts";

export const hsbc = bankFormat("hsbc-hk", "汇丰香港", [
  {
    name: "credit",
    card: "credit",
    header: ["Transaction date", "Post date", "Description", "Billing amount", "Credit / Debit"],
    date: ["Transaction date", "Post date"],
    order: "dmy",
    amount: { signed: "Billing amount" },
    currency: ["Billing currency"],
    summary: [],
    counterparty: ["Merchant name"],
    note: ["Description"],
  },
  {
    name: "debit",
    card: "debit",
    header: ["Date", "Description", "Billing amount", "Billing currency", "Balance"],
    date: ["Date"],
    order: "dmy",
    amount: { signed: "Billing amount" },
    balance: "Balance",
    currency: ["Billing currency"],
    summary: ["Description"],
    counterparty: [],
    note: [],
  },
]);
