export default {
  doc: {
    manage: {
      about: 'What you can do once a contract is out.',
      title: 'Remind, withdraw and download',
      step: {
        1: 'See how far it is under “Sent by me”; remind the others under “Waiting for others”.',
        2: 'If something is wrong, withdraw the task and say why. That cannot be undone; start a new one.',
        3: 'The trail holds the time, the person and the digest of the files for each step; a change of any would show.',
        4: 'Download one or many under “Completed”. Keep the file itself: a print or a screenshot carries no signature.',
      },
    },
    quick: {
      about: 'For files that nobody else has to sign: done in one go.',
      title: 'Quick sign',
      step: {
        1: 'Open “Quick sign”, give a title and a business type, and choose PDF or OFD files.',
        2: 'Choose a seal, a signature or the date, then click where it goes; also on each page, or across the edges of all.',
        3: 'Confirm that you mean it. From then on it cannot be revoked.',
        4: 'Download the file, and put it on file when you are through.',
      },
    },
    realname: {
      about: 'Before you sign it must be known who you are.',
      title: 'Verify your real name and join an enterprise',
      step: {
        1: 'Verify your real name after logging in: give the details of your ID, then scan the code with your phone and show your face.',
        2: 'To verify an enterprise, go to “My enterprises”: unit, legal representative, and a face, a small transfer or a manual review.',
        3: 'To join one, apply there and say why; its administrator decides and gives roles, business types and seals.',
        4: 'Switch identity at the top right to send and sign for the enterprise.',
      },
    },
    seal: {
      about: 'A seal signs only with a certificate.',
      title: 'Make a seal and get its certificate',
      step: {
        1: 'Choose “New seal” under Seals. Start from a standard one; the preview follows each change.',
        2: 'Of a real seal you can upload a png or jpg picture of up to 2 MB; its background is taken away. If the result is poor, change the picture.',
        3: 'Apply for the certificate. After that the drawing cannot be changed, so check name and drawing first.',
        4: 'Authorize who may use it: “viewable” may stamp, “editable” may also rename, switch it on or off and authorize others.',
        5: 'You are reminded a month before a certificate ends; many can be renewed at once under “Certificate renewal”.',
      },
    },
    send: {
      about: 'As an enterprise, from choosing a file to the others being told.',
      title: 'Send a contract',
      step: {
        1: 'Switch to the enterprise and choose “Start signing” on the home page or under Contracts.',
        2: '“Task”: give a name and a business type, and add PDF or OFD files. Everything is kept as you type, also without a network.',
        3: '“Signatories”: add enterprises and persons that sign, and who gets a copy.',
        4: '“Order”: everybody at once, or one after another; who has the same number may sign at the same time.',
        5: '“Seal positions”: drag seals, signatures, dates and cross-page seals onto the pages, check, and send.',
      },
    },
    sign: {
      about: 'Open it, put your seal or signature in its places, and confirm that you mean it.',
      title: 'Sign a contract',
      step: {
        1: 'Open the contract under “Waiting for me” and read it through; a phone will do.',
        2: 'Click the places that are pointed out to put in a seal or your signature, or fill all at once.',
        3: 'Choose “Sign with …” and check as whom you sign, what, and with which certificate.',
        4: 'Confirm by signing password, SMS code, face, collaboration app or UKey.',
        5: 'Download the file at once. If you disagree, refuse and say why; that ends the task for everybody.',
      },
    },
    ukey: {
      about: 'The private key stays in the UKey; insert it and enter its PIN when you sign.',
      title: 'Sign with a UKey',
      step: {
        1: 'Install and start the certificate helper (see “Certificate helper”), and insert the UKey.',
        2: 'Let the browser reach the local network when it asks, and type the six digits that the helper shows the first time.',
        3: 'Bind your own certificate under “Account details”; apply for a seal’s in the seal’s details. It is put into the UKey.',
        4: 'Choose the UKey when you sign and enter the PIN, once a session. Leave it in while a batch is signed.',
        5: 'If it was pulled out in a batch, insert it and go on; what is signed is not signed again.',
      },
    },
    verify: {
      about: 'See who signed a PDF or OFD file, and whether it was changed afterwards.',
      title: 'Verify a file',
      step: {
        1: 'Open “Verification” and choose the file. It is checked in your browser and not uploaded.',
        2: 'Beside the verdict stand the signer, the certificate, the time and later changes of each signature.',
        3: 'If the signer’s authority is not on the list, add its root certificate under the trusted ones; it counts for this visit.',
        4: 'You can download a report. Results are for experience only and have no legal effect.',
      },
    },
  },
};
