CREATE TABLE `word_layout` (
	`input` text PRIMARY KEY NOT NULL,
	`docx` text NOT NULL,
	`is_preview` integer NOT NULL,
	`pdf` text NOT NULL,
	`size` integer NOT NULL,
	`engine` text NOT NULL,
	`ms` integer NOT NULL,
	`facts` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `word_layout_docx` ON `word_layout` (`docx`,`is_preview`,`created_at`);