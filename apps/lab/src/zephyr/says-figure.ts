/**
 * True when a text states a figure, however it is written: 564, "564.0", or "$564,000,000" for one in millions. A model
 * words its answer as it likes; only the figure in it is right or wrong.
 */
export function saysFigure(text: string, figure: { value: number; scale: number }): boolean {
  const numbers = text.match(/\d+(?:,\d{3})*(?:\.\d+)?/g) ?? [];
  return numbers.some((number) => {
    const said = Number(number.replaceAll(',', ''));
    return said === figure.value || said === figure.value * figure.scale;
  });
}
