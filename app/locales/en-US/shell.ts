export default {
  goBack: 'Previous page',
  goHome: 'Go to home',
  goLogin: 'Sign in',
  broken: {
    reload: 'Reload',
    text: 'Something went wrong on this page; what you entered is kept. Reload it, and contact support if it persists.',
    title: 'This page did not open',
  },
  noPermission: {
    text: 'You have no permission to access this page. Contact your administrator.',
    title: 'No permission',
  },
  notFound: {
    text: 'The page may have moved, or the address is not right.',
    title: 'Page not found',
  },
  language: 'Language',
  systemName: 'Electronic contract signing system',
  version: 'Version {version}',
};
