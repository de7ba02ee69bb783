import ipaddr from 'ipaddr.js';

/** The canonical form of an IP address or CIDR network, such as 203.0.113.0/24 or 2001:db8::/32; null if invalid. */
export function canonicalNetwork(text: string): string | null {
  const written = text.trim();
  const cidr = written.includes('/') ? written : `${written}/${written.includes(':') ? 128 : 32}`;
  // IPv4 needs four decimal parts; the library also accepts 127.1 and 0x7f000001.
  if (!written.includes(':') && !/^\d+\.\d+\.\d+\.\d+(\/\d+)?$/.test(written)) return null;
  if (!ipaddr.isValidCIDR(cidr)) return null;
  const [address, bits] = ipaddr.parseCIDR(cidr);
  const network =
    address.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(cidr)
      : ipaddr.IPv6.networkAddressFromCIDR(cidr);
  return `${network.toString()}/${bits}`;
}

/** Whether the address is in one of the networks; true if there are none. IPv4-mapped IPv6 addresses count as IPv4. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network);
    return base.kind() === parsed.kind() && parsed.match(base, bits);
  });
}
