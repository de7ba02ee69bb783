/** [5.16c] A host name of at least two labels; the last is letters (or an encoded international one). */
export function isDomain(text: string): boolean {
  if (text.length > 253) return false;
  const labels = text.split('.');
  const last = labels.at(-1) ?? '';
  return (
    labels.length >= 2 &&
    labels.every((label) => /^(?!-)[0-9A-Za-z-]{1,63}(?<!-)$/.test(label)) &&
    /^([A-Za-z]{2,}|xn--[0-9A-Za-z-]+)$/.test(last)
  );
}

/** [5.16c] An e-mail address as mail services accept it: no quoted local part, no address in brackets. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  return (
    at > 0 &&
    text.length <= 254 &&
    local.length <= 64 &&
    /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(local) &&
    isDomain(text.slice(at + 1))
  );
}
