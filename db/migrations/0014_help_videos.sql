CREATE TABLE `help_video` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`sha256` text NOT NULL,
	`size` integer NOT NULL,
	`content_type` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `help_video_file` ON `help_video` (`sha256`);