export default {
  done: 'Done',
  goBack: 'Go back to the device on which you are signing.',
  sim: {
    title: 'Collaboration app (simulated)',
    about: 'This page stands for the app on a phone. It does not exist in production.',
    decided: 'This was decided already.',
    question: 'Do you agree to sign “{name}”?',
    yes: 'Agree',
    no: 'Refuse',
  },
};
