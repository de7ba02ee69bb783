import ipaddr from 'ipaddr.js';

/**
 * Why events cannot be sent to a URL; null if they can. It must be https, without credentials, and have a public host
 * name or IP address. `toPrivate` also allows http and private networks, for tests on one machine. The addresses that a
 * name resolves to are checked on connection.
 */
export function addressProblem(
  text: string,
  toPrivate: boolean,
): 'notHttps' | 'hasCredentials' | 'private' | null {
  if (!URL.canParse(text)) return 'notHttps';
  const { protocol, hostname, username, password } = new URL(text);
  if (protocol !== 'https:' && !(toPrivate && protocol === 'http:')) return 'notHttps';
  if (username || password) return 'hasCredentials';
  return toPrivate || isPublicHost(hostname) ? null : 'private';
}

/** The addresses given to the world (RFC 4291): others, such as IPv4 in the last bits, lead to this machine or to nobody. */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3');

function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (ipaddr.isValid(host)) {
    const address = ipaddr.process(host);
    return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(GLOBAL));
  }
  const labels = host.split('.');
  const top = labels.at(-1)!;
  return labels.length > 1 && !labels.includes('') && PUBLIC_TOP.test(top) && !PRIVATE_TOPS.includes(top);
}

/** A top-level domain that the world can have: letters, or an IDN (RFC 3696, section 2). */
const PUBLIC_TOP = /^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;
/** Those that lead nowhere or into a network of one's own: reserved by IANA and ICANN, or customary (RFC 6762, appendix G). */
const PRIVATE_TOPS = [
  ...['alt', 'arpa', 'example', 'invalid', 'local', 'localhost', 'onion', 'test'],
  ...['corp', 'home', 'internal', 'mail'],
  ...['consul', 'intra', 'intranet', 'lan', 'localdomain', 'private', 'svc', 'workgroup'],
];
