export default {
  anew: 'The authorization was not given. Scan the new code.',
  done: 'The cloud seal is authorized. Please do the operation again.',
  qr: 'QR code to authorize the cloud seal',
  scan: 'Using the cloud seal needs your authorization. Scan the code with the cloud seal app.',
  sim: {
    about:
      'Outside production there is no cloud seal service. When a page shows the QR code, allow or refuse it here in place of the phone.',
    allow: 'Allow',
    asks: '{person} wants to use the cloud seal of “{enterprise}”',
    none: 'Nothing waits for authorization',
    noneText: 'Switch the cloud seal on and open a signing page; the request appears here.',
    refuse: 'Refuse',
    state: {
      ALLOWED: 'Allowed',
      REFUSED: 'Refused',
      WAITING: 'Waiting',
    },
    title: 'Simulated cloud seal app',
  },
  title: 'Authorize the cloud seal',
  until: 'The code is good until {time}',
};
