export default {
  breadcrumb: 'You are here',
  goBack: 'Previous page',
  goHome: 'Go to home',
  goLogin: 'Log in',
  language: 'Language',
  logout: 'Log out',
  systemName: 'Electronic contract signing system',
  version: 'Version {version}',
  broken: {
    reload: 'Reload',
    text: 'Something went wrong on this page; what you entered is kept. Reload it, and contact support if it persists.',
    title: 'This page did not open',
  },
  copyGuard: {
    print: 'Printing of this page is switched off.',
    veil: 'Covered while another window is in front.',
  },
  identity: {
    disabled: 'Not enabled',
    enterprise: 'Enterprise',
    notEnabled: '“{name}” is not enabled. Contact the platform administrator.',
    notVerified: '“{name}” is not verified yet, so you cannot switch to it.',
    person: 'Person',
    switch: 'Acting as {name}. Switch identity',
    unverified: 'Not verified',
  },
  menu: {
    fold: 'Fold the menu',
    label: 'Main menu',
    open: 'Open the menu',
    unfold: 'Unfold the menu',
  },
  noPermission: {
    text: 'You have no permission to access this page. Contact your administrator.',
    title: 'No permission',
  },
  notFound: {
    text: 'The page may have moved, or the address is not right.',
    title: 'Page not found',
  },
  notice: {
    all: 'All messages',
    none: 'No unread messages',
    readAll: 'Mark all as read',
    title: 'Messages',
    unread: 'Unread messages: {count}',
  },
  phone: {
    INSIDE: 'Certification, contracts and support: {phone}',
    OUTSIDE: 'Support: {phone}',
  },
  theme: {
    dark: 'Dark',
    light: 'Light',
    system: 'Same as system',
  },
};
