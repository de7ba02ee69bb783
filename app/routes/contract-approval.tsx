import { ApprovalList } from '../features/approval/approval-list.tsx';

export const handle = { ns: ['approval', 'error'], title: 'approval:title' };

export default ApprovalList;
