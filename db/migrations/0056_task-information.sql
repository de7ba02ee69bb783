CREATE TABLE `attachment` (
	`id` text PRIMARY KEY NOT NULL,
	`task_id` text NOT NULL,
	`position` integer NOT NULL,
	`name` text NOT NULL,
	`file_type` text NOT NULL,
	`sha256` text NOT NULL,
	`size` integer NOT NULL,
	`pages` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `attachment_place` ON `attachment` (`task_id`,`position`);--> statement-breakpoint
ALTER TABLE `task` ADD `sign_flow` text DEFAULT 'SPECIFIED' NOT NULL;