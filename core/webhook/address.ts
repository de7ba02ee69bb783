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
  return (
    host.includes('.') &&
    !/\.(localhost|localdomain|local|internal|intranet|home\.arpa|lan|test|invalid)$/.test(host)
  );
}
