export default {
  about: 'Guides and videos; the certificate helper, unlocking a UKey, renewing its certificate.',
  found: 'Guides found: {count}',
  gone: 'There is nothing here any more',
  next: 'Next:',
  nothing: 'No guide has these words',
  nothingAbout: 'Try another word, or empty the search to see all guides.',
  print: 'Print',
  search: 'Search the guides',
  toList: 'Back to help',
  download: {
    file: 'Certificate helper (one file)',
    package: 'Certificate helper package (with support for vendors’ UKeys)',
  },
  title: 'Help',
  topic: {
    documents: { title: 'Guides' },
    videos: { title: 'Videos' },
    helper: {
      about:
        'The certificate helper is a small program on your computer, through which a page uses your UKey. PINs and private keys do not leave your computer.',
      insert:
        'Insert the UKey with its vendor’s driver installed. Where the driver is in an unusual place, start with “--module FILE”.',
      node: 'Install Node.js 20 or newer.',
      pair: 'Come back to the page and pair: the helper’s window shows a code of six digits, to be typed here once.',
      start:
        'Download the file below and start it with the command beside it (--origin is the site that may use it). To try it without a UKey, run “node signet-agent.mjs new-token NAME” first: it makes a token in a file.',
      title: 'Certificate helper',
    },
    unlock: {
      about: 'After too many wrong PINs a UKey locks itself, to protect the certificates in it.',
      ask: 'Ask whoever issued the UKey for the administrator’s PIN (PUK); they will check who you are.',
      enter:
        'Insert the UKey, choose “Unlock a UKey” below, enter the administrator’s PIN and set a new one.',
      lost: 'Where the administrator’s PIN is lost or locked too, unbind the UKey and apply for a new certificate.',
      stop: 'Do not try the old PIN again. Tasks that are under way are not affected.',
      title: 'Unlocking a UKey',
    },
    update: {
      about:
        'A certificate can be renewed from a month before its end. The new one goes into the same UKey, and the old one ends at once.',
      check: 'Sign a task afterwards to see that the new certificate is used.',
      person: 'Your own: open your account and bind the UKey again; the old certificate ends at once.',
      seal: 'Of a seal: open the seal’s details and choose to apply for a UKey certificate; the new one goes into the same UKey.',
      title: 'Renewing',
      when: 'See until when a certificate is good in the details of the seal, or in your account.',
    },
  },
  topics: 'Topics',
  video: {
    about: '{date} · {size}',
    add: 'Add a video',
    choose: 'Choose a video file',
    failed: 'The video cannot be played. Reload the page; if that does not help, contact customer service.',
    hint: 'MP4 or WebM, up to {size}',
    none: 'No videos yet',
    noneAbout: 'They appear here once the platform adds them. The guides tell the same in words.',
    noneEdit: 'What you add can be watched here by everybody.',
    remove: 'Delete “{name}”',
    removeDo: 'Delete',
    removeMeans: 'Nobody can watch this video afterwards.',
    removeTitle: 'Delete the video?',
    send: 'Upload',
    sending: 'Upload progress',
    title: 'Title',
    tooLarge: 'The file is too large. Choose a smaller one.',
  },
};
