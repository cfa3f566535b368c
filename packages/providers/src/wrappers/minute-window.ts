const minuteMs = 60_000;

/** What was used within the last minute, against a limit. */
export type MinuteWindow = {
  /** Milliseconds until there is room for so much; 0 when there is. What is more than the whole limit needs all of it. */
  waitFor(amount: number): number;
  /** Uses so much now. The function that comes back says how much it was in the end. */
  add(amount: number): (used: number) => void;
};

/** @param now A clock in milliseconds that is never set back. */
export function createMinuteWindow(limit: number | undefined, now: () => number): MinuteWindow {
  const uses: { at: number; amount: number }[] = [];
  let sum = 0;
  const forget = () => {
    while (uses[0] && now() - uses[0].at >= minuteMs) sum -= uses.shift()!.amount;
  };
  if (limit === undefined) return { waitFor: () => 0, add: () => () => {} };
  return {
    waitFor(amount) {
      forget();
      let excess = sum + Math.min(amount, limit) - limit;
      if (excess <= 0) return 0;
      for (const use of uses) {
        excess -= use.amount;
        if (excess <= 0) return Math.max(1, use.at + minuteMs - now());
      }
      return minuteMs;
    },
    add(amount) {
      const use = { at: now(), amount };
      uses.push(use);
      sum += amount;
      return (used) => {
        if (uses.includes(use)) sum += used - use.amount;
        use.amount = used;
      };
    },
  };
}
