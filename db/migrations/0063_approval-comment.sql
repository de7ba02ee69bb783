CREATE TABLE `approval_comment` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`thread` text NOT NULL,
	`approval_id` text NOT NULL,
	`parent_id` text DEFAULT '' NOT NULL,
	`author_id` text NOT NULL,
	`file_index` integer NOT NULL,
	`file_name` text NOT NULL,
	`file_sha256` text NOT NULL,
	`page` integer NOT NULL,
	`x` real NOT NULL,
	`y` real NOT NULL,
	`text` text NOT NULL,
	`resolved_by` text DEFAULT '' NOT NULL,
	`resolved_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `approval_comment_thread` ON `approval_comment` (`thread`,`created_at`);