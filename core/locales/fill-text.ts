/**
 * A text with its parameters: `{name}` is the value, `{name|file|files}` the first word where the value is one and the
 * second otherwise, as English has it. Parameters that are missing stay as they are.
 */
export function fillText(text: string, params: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{(\w+)(?:\|([^{}]*))?\}/g, (whole, name: string, forms: string | undefined) => {
    const value = params[name];
    if (value === undefined || value === null) return whole;
    return forms === undefined ? String(value) : formFor(value, forms);
  });
}

/** Of two forms, `one|several`, the one for a count. */
export function formFor(count: unknown, forms: string): string {
  const [one = '', several = one] = forms.split('|');
  return Number(count) === 1 ? one : several;
}
