CREATE TABLE `template_clause` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_key` text NOT NULL,
	`owner_type` text NOT NULL,
	`name` text NOT NULL,
	`category` text NOT NULL,
	`content` text NOT NULL,
	`words` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_by` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `template_clause_name` ON `template_clause` (`owner_key`,`name`);