CREATE TABLE `task_plan` (
	`task_id` text PRIMARY KEY NOT NULL,
	`plan_sealed` text NOT NULL
);
