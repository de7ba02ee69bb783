import { CounterScreen } from '../features/signinglink/counter-screen.tsx';

export const handle = { ns: ['signinglink', 'error'], title: 'signinglink:counter.title' };

export default CounterScreen;
