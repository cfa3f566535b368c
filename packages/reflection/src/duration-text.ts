/** A duration in words, rounded up: "5 seconds", "49 minutes", "12 days". */
export function durationText(ms: number): string {
  const [unit, msOfOne] =
    ms < 1000
      ? (['millisecond', 1] as const)
      : ms <= 120_000
        ? (['second', 1000] as const)
        : ms <= 7_200_000
          ? (['minute', 60_000] as const)
          : ms <= 172_800_000
            ? (['hour', 3_600_000] as const)
            : (['day', 86_400_000] as const);
  const amount = Math.ceil(ms / msOfOne);
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}
