export default {
  entering: 'Signing you in…',
  failed: 'Single sign-on did not succeed',
  login: 'Log in with an account',
};
