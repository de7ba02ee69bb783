import { describe, expect, it } from 'vitest';
import { canonicalNetwork, isInNetworks } from '#core/apikey/networks.ts';

describe('networks of an API key', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7/32'],
    [' 203.0.113.7/24 ', '203.0.113.0/24'],
    ['2001:DB8::1', '2001:db8::1/128'],
    ['2001:db8::1/32', '2001:db8::/32'],
    ['0.0.0.0/0', '0.0.0.0/0'],
  ])('%s is %s', (text, network) => {
    expect(canonicalNetwork(text)).toBe(network);
  });

  it.each([
    '',
    '203.0.113',
    '127.1',
    '0x7f000001',
    '2130706433',
    '203.0.113.7/33',
    '2001:db8::/129',
    'a.example',
    '203.0.113.7/',
    '/24',
  ])('%s is none', (text) => {
    expect(canonicalNetwork(text)).toBeNull();
  });

  it('accepts an address in one of them, IPv4-mapped IPv6 too, and every one without any', () => {
    const networks = ['203.0.113.0/24', '2001:db8::/32'];
    for (const address of ['203.0.113.255', '::ffff:203.0.113.9', '2001:db8:ffff::1'])
      expect(isInNetworks(address, networks), address).toBe(true);
    for (const address of ['203.0.114.0', '2001:db9::1', '', 'unknown', '::ffff:198.51.100.1'])
      expect(isInNetworks(address, networks), address).toBe(false);
    expect(isInNetworks('', [])).toBe(true);
  });
});
