import { SimApproval } from '../parts/consent/sim-approval.tsx';

export const handle = { ns: ['consent'], title: 'consent:sim.title' };

export default SimApproval;
