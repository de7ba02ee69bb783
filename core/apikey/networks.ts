import ipaddr from 'ipaddr.js';

/** An address or a network in CIDR notation in its canonical form, as 203.0.113.0/24 or 2001:db8::/32; null if it is none. */
export function canonicalNetwork(text: string): string | null {
  const written = text.trim();
  const cidr = written.includes('/') ? written : `${written}/${written.includes(':') ? 128 : 32}`;
  // Only four decimal parts: the library also takes 127.1 and 0x7f000001.
  if (!written.includes(':') && !/^\d+\.\d+\.\d+\.\d+(\/\d+)?$/.test(written)) return null;
  if (!ipaddr.isValidCIDR(cidr)) return null;
  const [address, bits] = ipaddr.parseCIDR(cidr);
  const network =
    address.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(cidr)
      : ipaddr.IPv6.networkAddressFromCIDR(cidr);
  return `${network.toString()}/${bits}`;
}

/** Whether the address lies in one of the networks; in every case where there are none. IPv4 in IPv6 counts as IPv4. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network);
    return base.kind() === parsed.kind() && parsed.match(base, bits);
  });
}
