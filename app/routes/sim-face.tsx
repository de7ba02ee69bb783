import { SimFacePage } from '../features/realname/sim-face-page.tsx';

export const handle = { ns: ['realname', 'error'], title: 'realname:sim.title' };

export default SimFacePage;
