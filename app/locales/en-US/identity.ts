export default {
  login: {
    account: 'Account',
    accountHint: 'Mobile number, e-mail or account',
    password: 'Password',
    pitchEffect: 'Signatures with full legal effect',
    pitchFast: 'Signed in about three minutes',
    pitchProof: 'Evidence for every step, open to verification',
    pitchTitle: 'Contracts that take effect sooner',
    submit: 'Sign in',
    title: 'Sign in',
  },
};
