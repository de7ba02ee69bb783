export default {
  again: 'The last verification failed or has expired. Please do it again.',
  fetchFailed: 'The verification could not be loaded. Refresh to try again.',
  passed: 'Verified',
  refresh: 'Show another',
  title: 'Security verification',
  tooQuick: 'Refreshed too often. Try again in 3 seconds.',
  ways: 'Ways to verify',
  click: {
    hint: 'Click in this order: {words}',
    picture: 'A landscape with characters on it, to be clicked in order',
    wait: 'Loading…',
  },
  code: {
    high: 'Large and in high contrast',
    hint: 'Capitals or not, both are fine',
    label: 'Characters in the picture',
    picture: 'A picture of four letters or digits; click for another',
    submit: 'Confirm',
  },
  slide: {
    hint: 'Push the piece into its hole',
    label: 'Position of the piece: arrow keys move it, Enter lets it go',
    picture: 'A landscape with a hole in it',
  },
  way: {
    click: 'Click',
    code: 'Letters',
    slide: 'Slide',
    work: 'No picture',
  },
  work: {
    about:
      'If pictures or sliders are hard for you, this device can do some computing instead. It takes a few seconds and nothing of you.',
    progress: 'Progress of the computing',
    start: 'Begin',
  },
};
