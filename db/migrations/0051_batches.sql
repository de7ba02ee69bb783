CREATE TABLE `batch` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_key` text NOT NULL,
	`creator_id` text NOT NULL,
	`creator_name` text NOT NULL,
	`task_name` text NOT NULL,
	`setup_sealed` text NOT NULL,
	`origin` text NOT NULL,
	`language` text NOT NULL,
	`row_num` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `batch_owner` ON `batch` (`owner_key`,`created_at`);--> statement-breakpoint
CREATE TABLE `batch_row` (
	`id` text PRIMARY KEY NOT NULL,
	`batch_id` text NOT NULL,
	`position` integer NOT NULL,
	`state` text NOT NULL,
	`parties` text NOT NULL,
	`cells_sealed` text NOT NULL,
	`task_id` text,
	`problem` text DEFAULT '' NOT NULL,
	`problem_params` text,
	`attempts` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `batch_row_order` ON `batch_row` (`batch_id`,`position`);--> statement-breakpoint
CREATE INDEX `batch_row_state` ON `batch_row` (`batch_id`,`state`,`position`);--> statement-breakpoint
CREATE INDEX `batch_row_task` ON `batch_row` (`task_id`);