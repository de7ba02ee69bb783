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

/**
 * Reads an e-mail address as people paste it: `Lin <lin@example.com>`, `mailto:lin@example.com`, a full-width `＠`. An
 * international domain is written in the letters that mail servers know. Text that is no address is returned trimmed.
 *
 * ```ts
 * readEmail('林 <lin@例子.中国>'); // 'lin@xn--fsqu00a.xn--fiqs8s'
 * ```
 */
export function readEmail(text: string): string {
  const typed = text.trim();
  const named = /^[^<>]*<([^<>]+)>$/.exec(typed)?.[1] ?? typed;
  const plain = named
    .replace('＠', '@')
    .trim()
    .replace(/^mailto:/i, '');
  const at = plain.lastIndexOf('@');
  if (at < 1) return typed;
  const address = plain.slice(0, at + 1) + asciiDomain(plain.slice(at + 1));
  return isEmail(address) ? address : typed;
}

/** A domain with letters of other scripts in the form of the domain name system; any other as it is. */
function asciiDomain(domain: string): string {
  if (domain.length > 253 || !/\P{ASCII}/u.test(domain) || !/^[\p{L}\p{M}\p{N}.。．-]+$/u.test(domain))
    return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}
