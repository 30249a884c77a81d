// How a sweep spread the values of an axis.

// How far values are from being evenly spread: the variance of the steps between them against their mean.
function unevenness(values) {
  const steps = values.slice(1).map((value, place) => value - values[place]);
  const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
  return steps.reduce((sum, step) => sum + (step - mean) ** 2, 0) / (steps.length * mean * mean);
}

// `log` for values that a sweep spread by factors, `linear` for those that it spread evenly.
export function spacing(numbers) {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  if (sorted.length < 3 || !(sorted[0] > 0)) return 'linear';
  return unevenness(sorted.map(Math.log)) < unevenness(sorted) ? 'log' : 'linear';
}
