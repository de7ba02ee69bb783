import { EmployeePage } from '../features/employee/employee-page.tsx';

export const handle = { ns: ['employee', 'company', 'realname', 'error'], title: 'employee:roster.title' };

export default EmployeePage;
