/**
 * A book as the interface describes it, in plain arrays: nothing is shared with the service's code.
 * Everything is recomputed from the records each time it is asked for.
 */

export interface ModelAccount {
  id: number;
  name: string;
  type: string;
  color: string;
  /** Fen: what was there before any record. */
  opening: number;
}

export interface ModelRecord {
  id: number;
  accountId: number;
  type: "income" | "expense";
  fen: number;
  category: string;
  description: string | undefined;
  /** As answered; checked against the zone's clocks when it came. */
  date: string;
  day: string;
}

export interface ModelBudget {
  id: number;
  category: string;
  fen: number;
  month: string;
}

export interface Filter {
  accountId?: number;
  type?: string;
  category?: string;
  startDate?: string;
  endDate?: string;
}

export class Model {
  accounts: ModelAccount[] = [];
  /** In the order of creation. */
  records: ModelRecord[] = [];
  budgets: ModelBudget[] = [];

  balance(accountId: number): number {
    const opening = this.accounts.find(({ id }) => id === accountId)?.opening ?? Number.NaN;
    return this.records
      .filter((record) => record.accountId === accountId)
      .reduce((sum, { type, fen }) => (type === "income" ? sum + fen : sum - fen), opening);
  }

  /** Ids, newest first. */
  list(filter: Filter = {}): number[] {
    return this.records
      .filter(
        (record) =>
          (filter.accountId === undefined || record.accountId === filter.accountId) &&
          (filter.type === undefined || record.type === filter.type) &&
          (filter.category === undefined || record.category === filter.category) &&
          (filter.startDate === undefined || record.day >= filter.startDate) &&
          (filter.endDate === undefined || record.day <= filter.endDate),
      )
      .map(({ id }) => id)
      .reverse();
  }

  #sum(type: string, of: (record: ModelRecord) => boolean): number {
    return this.records
      .filter((record) => record.type === type && of(record))
      .reduce((sum, { fen }) => sum + fen, 0);
  }

  monthly(month: string) {
    const inMonth = ({ day }: ModelRecord) => day.startsWith(month);
    const income = this.#sum("income", inMonth);
    const expense = this.#sum("expense", inMonth);
    const spent = this.records.filter((record) => inMonth(record) && record.type === "expense");
    const categoryStats = [...new Set(spent.map(({ category }) => category))]
      .map((category) => ({
        category,
        fen: this.#sum("expense", (record) => inMonth(record) && record.category === category),
      }))
      .sort((a, b) => b.fen - a.fen || (a.category < b.category ? -1 : 1))
      .map(({ category, fen }) => ({ category, amount: fen / 100 }));
    return {
      totalIncome: income / 100,
      totalExpense: expense / 100,
      balance: (income - expense) / 100,
      categoryStats,
    };
  }

  trend(startDate = "0000", endDate = "9999-99") {
    const days = new Set(
      this.records.map(({ day }) => day).filter((day) => day >= startDate && day <= endDate),
    );
    return [...days].sort().map((date) => ({
      date,
      income: this.#sum("income", ({ day }) => day === date) / 100,
      expense: this.#sum("expense", ({ day }) => day === date) / 100,
    }));
  }

  compare(month: string) {
    const [year, number] = month.split("-").map(Number) as [number, number];
    const before =
      number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, "0")}`;
    const figures = (of: string) => {
      const { totalIncome, totalExpense } = this.monthly(of);
      return { label: `${Number(of.slice(5))}月`, income: totalIncome, expense: totalExpense };
    };
    return { currentMonth: figures(month), lastMonth: figures(before) };
  }

  dashboard(month: string) {
    const { totalIncome, totalExpense } = this.monthly(month);
    const total = this.accounts.reduce((sum, { id }) => sum + this.balance(id), 0);
    const usage = this.budgets
      .filter((budget) => budget.month === month)
      .reverse()
      .map(({ id, category, fen }) => {
        const spent = this.#sum(
          "expense",
          (record) => record.day.startsWith(month) && record.category === category,
        );
        return {
          id,
          category,
          amount: fen / 100,
          spent: spent / 100,
          percentage: Math.floor((spent * 20_000 + fen) / (2 * fen)) / 100,
        };
      });
    return {
      totalBalance: total / 100,
      monthIncome: totalIncome,
      monthExpense: totalExpense,
      balances: this.accounts.map(({ id }) => ({ id, balance: this.balance(id) / 100 })),
      usage,
    };
  }
}

/** The day that a zone's clocks show at an instant. */
export function clockDay(instant: string, zone: string): string {
  return new Date(instant).toLocaleString("sv-SE", { timeZone: zone }).slice(0, 10);
}

/** The day that a request's date counts for; undefined where the zone skipped it. */
export function dayMeant(date: string, zone: string): string | undefined {
  if (/(Z|[+-]\d{2}:\d{2})$/.test(date) && date.includes("T")) return clockDay(date, zone);
  const day = date.slice(0, 10);
  return day === "2011-12-30" && zone === "Pacific/Apia" ? undefined : day;
}
