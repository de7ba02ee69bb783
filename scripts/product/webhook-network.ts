/**
 * The network that webhooks are sent through. workerd checks the address it connects to, so that a public name which
 * resolves to a private address is refused; `toPrivate` allows this machine and private networks.
 */
export const webhookNetwork = (toPrivate: boolean) => ({
  network: {
    allow: toPrivate ? ['public', 'private'] : ['public'],
    tlsOptions: { trustBrowserCas: true },
  },
});
