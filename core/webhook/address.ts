import ipaddr from 'ipaddr.js';

/**
 * Why events may not be sent to an address; null where they may. It is https, names nobody in it, and leads to a public
 * name or address. `toPrivate`: also to http and to private networks, for trying out on one machine. What a name resolves
 * to is checked when the connection is made.
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

function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() === 'unicast';
  return (
    host.includes('.') && !/\.(localhost|local|internal|intranet|home\.arpa|lan|test|invalid)$/.test(host)
  );
}
